package io.sluice.hub.status;

import java.time.Instant;
import java.util.Optional;

/**
 * Names who wrote a field of an object last.
 *
 * @param manager the field manager
 * @param at when that manager last wrote to the object; absent if the server did not note it
 */
record FieldWrite(String manager, Optional<Instant> at) {}
