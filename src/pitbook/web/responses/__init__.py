"""What the server answers: typed models, from which the description of the API and the pages' types are generated."""
