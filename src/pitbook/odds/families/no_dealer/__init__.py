"""No dealer's hand: the player's cards alone decide, and wagers are made or withdrawn while they are dealt."""
