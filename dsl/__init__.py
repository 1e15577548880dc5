"""Turns rule files into a checked model, or into diagnostics that say what is wrong with them."""
