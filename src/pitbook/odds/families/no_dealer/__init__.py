"""No hand of the dealer's: what the cards are alone decides, and wagers are made or withdrawn while they come."""
