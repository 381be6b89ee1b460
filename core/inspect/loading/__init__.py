"""What is loaded from the database again and again, or while a page is drawn: associations in loops, queries in templates."""

from core.inspect.loading.queries import view_queries
from core.inspect.loading.repeated import repeated_loads

__all__ = ["repeated_loads", "view_queries"]
