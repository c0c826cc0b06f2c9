"""Commands of ``imgtext`` that have a file of their own; ``engine.cli`` registers them."""
