-- PostgreSQL's image runs this once, for an empty volume: the application owns a database and is no superuser.
\getenv password DATABASE_PASSWORD
CREATE ROLE app LOGIN PASSWORD :'password';
CREATE DATABASE app OWNER app;
