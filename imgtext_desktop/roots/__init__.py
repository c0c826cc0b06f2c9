"""The folders of the library in the sidebar."""
