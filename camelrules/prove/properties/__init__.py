"""What is asserted: a closed family of property types, how they are read, what they mean and what they depend on."""
