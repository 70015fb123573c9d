"""Le Tour du Monde en 80 jours, of 2004."""
