"""Who may do what and how much: sessions, signing, invitations, roles and limits."""
