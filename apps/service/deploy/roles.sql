-- Creates the database and two roles: context_sync_owner owns the tables and runs "migrate"; context_sync runs the service and cannot change
-- tables. Run it as an administrator, with passwords of your own:
-- psql -v owner_password=… -v service_password=… -f apps/service/deploy/roles.sql postgres
CREATE ROLE context_sync_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE context_sync LOGIN PASSWORD :'service_password';
CREATE DATABASE context_sync OWNER context_sync_owner;
REVOKE ALL ON DATABASE context_sync FROM PUBLIC;
-- TEMPORARY is required by the readiness check, which tests a write.
GRANT CONNECT, TEMPORARY ON DATABASE context_sync TO context_sync;
\connect context_sync
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO context_sync;
-- The grants also apply to tables that later versions create.
ALTER DEFAULT PRIVILEGES FOR ROLE context_sync_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO context_sync;
ALTER DEFAULT PRIVILEGES FOR ROLE context_sync_owner IN SCHEMA public
  GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO context_sync;
