"""What the games are printed on: rulebook sections in our own words, rulings and card packs, as TOML and CSV."""
