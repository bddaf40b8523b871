"""Alembic's environment: migrations run on the connection, and in the transaction, that `models.schema` hands over."""

from alembic import context

from models import tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=tables.metadata,
    render_as_batch=True,  # SQLite changes a table by building it anew
)
context.run_migrations()
