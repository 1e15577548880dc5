"""From documents to the checked model: names are resolved, every expression typed, every problem reported."""
