"""One live table: its log of actions, their fold into a position, undo and redo, and where each number comes from."""

from companion.table.table import Line, LogLine, Receipt, Step, Table, new_table, open_table

__all__ = ["Line", "LogLine", "Receipt", "Step", "Table", "new_table", "open_table"]
