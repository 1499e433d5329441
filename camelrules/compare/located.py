"""Findings where their user finds them: the places of a document, and the characters to mark."""

from __future__ import annotations

from typing import Any

from camelrules.compare.findings import Finding
from camelrules.text.model import Document
from camelrules.text.places import citation, cited, file_lines, places_data, stretches


def located(finding: Finding, document: Document | None) -> dict[str, Any]:
    """Where a finding is as its user finds it, and what reports quote beside it."""
    beside = {"file": finding.rulebook, "quotes": list(finding.quotes)}
    if document is None:
        return {"cited": [], "links": [], "where": "", **beside}
    found = [document.lines[n - 1].place for n in finding.lines if 0 < n <= len(document.lines)]
    spans = {p.line: (p.column - 1, p.end_column - 1) for p in finding.places if p.column > 0}
    return {
        "lines": file_lines(document, finding.lines),
        "places": places_data(document, finding.lines, spans),
        "cited": [cited(place) for place in found],
        "links": [(run[0], words) for run, words in stretches(document, finding.lines)],
        "where": citation(document, finding.lines),
        "marks": [
            (n, *spans.get(n, (0, len(document.lines[n - 1].text))))
            for n in finding.lines
            if 0 < n <= len(document.lines)
        ],
        **beside,
    }
