import { type ClickHouseSettings, SettingsMap } from '@clickhouse/client';

/**
 * The settings of every request. The settings profile of the user, and later versions of ClickHouse, can have other defaults, with which a statement
 * would store or return something else without an error. The settings of replicas, for example `insert_quorum`, are left to the profile. All of these
 * settings exist since ClickHouse 26.2.
 */
export const SETTINGS: ClickHouseSettings = {
  // A batch has up to 16,384 logs, whose numbers and ids are in the statement.
  max_query_size: '20000000',

  // A result contains all rows, or the statement fails.
  limit: '0',
  offset: '0',
  additional_result_filter: '',
  additional_table_filters: SettingsMap.from({}),
  skip_unavailable_shards: 0,
  use_query_cache: 0,
  read_overflow_mode: 'throw',
  read_overflow_mode_leaf: 'throw',
  timeout_overflow_mode: 'throw',
  timeout_overflow_mode_leaf: 'throw',
  result_overflow_mode: 'throw',
  group_by_overflow_mode: 'throw',
  sort_overflow_mode: 'throw',
  distinct_overflow_mode: 'throw',
  set_overflow_mode: 'throw',
  transfer_overflow_mode: 'throw',
  // Deleted logs are not returned.
  apply_deleted_mask: 1,

  // The meaning of expressions and types.
  transform_null_in: 0,
  cast_keep_nullable: 0,
  aggregate_functions_null_for_empty: 0,
  empty_result_for_aggregation_by_empty_set: 0,
  prefer_column_name_to_alias: 0,
  data_type_default_nullable: 0,

  // A response has one JSON object in each line. An error in the middle of it is not an object.
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_64bit_floats: 0,
  output_format_json_array_of_rows: 0,
  http_write_exception_in_output_format: 0,

  // An insert is one block, which is stored completely and once before it is acknowledged, or not at all.
  async_insert: 0,
  insert_deduplicate: 1,
  deduplicate_insert: 'enable',
  max_insert_block_size: '1048576',
  min_insert_block_size_rows: '1048576',
  min_insert_block_size_bytes: '0',
  input_format_allow_errors_num: '0',
  input_format_allow_errors_ratio: 0,
  input_format_defaults_for_omitted_fields: 1,

  // A statement that rewrites logs has ended when all replicas have rewritten their files.
  alter_update_mode: 'heavy',
  lightweight_delete_mode: 'alter_update',
  mutations_sync: '2',
  lightweight_deletes_sync: '2',
};
