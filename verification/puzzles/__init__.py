"""Small models that measurements need, with numbers known from elsewhere."""
