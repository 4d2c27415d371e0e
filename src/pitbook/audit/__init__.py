"""The audit: recomputes everything in the record, replays rounds, verifies shuffles, and exports the record."""

from pitbook.audit.audit import AuditReport, audit
from pitbook.audit.export import FORMATS, export, export_submissions
from pitbook.audit.meters import MeterReading, read_meters
from pitbook.audit.rounds import Recall, Verification, recall, verify
from pitbook.audit.submissions import SubmissionUse, submissions

__all__ = [
    "FORMATS",
    "AuditReport",
    "MeterReading",
    "Recall",
    "SubmissionUse",
    "Verification",
    "audit",
    "export",
    "export_submissions",
    "read_meters",
    "recall",
    "submissions",
    "verify",
]
