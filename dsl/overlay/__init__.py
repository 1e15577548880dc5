"""House rules as overlays: variant files whose named edits are applied to a game, all or nothing."""
