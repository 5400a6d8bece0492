"""What is printed for pictures of the table: sheets, corner tags, rings, stickers and a test page, all to size."""
