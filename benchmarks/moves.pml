/* A short race of five camels without stacks, a die each: far less work a move than the game, so SPIN looks better than it is. */
byte at[5];
byte left = 31;

active proctype race() {
  byte camel, pips;
  do
  :: (left != 0) ->
    atomic {
      select (camel : 0 .. 4);
      select (pips : 1 .. 3);
      if
      :: ((left >> camel) & 1) -> left = left & ~(1 << camel); at[camel] = at[camel] + pips
      :: else -> skip
      fi;
      assert (at[camel] <= 9)
    }
  :: (left == 0 && at[0] < 6 && at[1] < 6 && at[2] < 6 && at[3] < 6 && at[4] < 6) -> left = 31
  :: (at[0] > 5 || at[1] > 5 || at[2] > 5 || at[3] > 5 || at[4] > 5) -> break
  od
}
