"""What is computed: the data sets of a campaign, and every statistic of them."""
