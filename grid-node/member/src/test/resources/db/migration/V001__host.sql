CREATE TABLE jobs (of_the_host integer);
