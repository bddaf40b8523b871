"""One live table: its log of actions, their fold into a position, undo and redo, and where each number comes from."""

from companion.table.opening import new_table, open_table
from companion.table.records import Difference, Line, LogLine, Receipt, Step
from companion.table.table import Table

__all__ = ["Difference", "Line", "LogLine", "Receipt", "Step", "Table", "new_table", "open_table"]
