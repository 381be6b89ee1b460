"""What is known of an application before any unit is made: roots, types, associations, what its routes and tables say."""
