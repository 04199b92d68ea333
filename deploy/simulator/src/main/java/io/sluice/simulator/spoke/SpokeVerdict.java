package io.sluice.simulator.spoke;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;

/**
 * Records what a spoke really judged, for tests that compare it with what the hub shows.
 *
 * @param content {@link #contentOf} the spec of the replica that was judged
 * @param at by the true clock, whatever the offset of the spoke
 */
public record SpokeVerdict(
    String cluster, String policy, String template, String content, SpokeState state, Instant at) {
  private static final ObjectMapper SORTED =
      new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);

  public SpokeVerdict {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(policy, "policy is null");
    requireNonNull(template, "template is null");
    requireNonNull(content, "content is null");
    requireNonNull(state, "state is null");
    requireNonNull(at, "at is null");
  }

  /** Returns a short hash of a replica's spec; the order of its fields does not matter. */
  public static String contentOf(Map<String, Object> spec) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(SORTED.writeValueAsString(spec).getBytes(UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (JsonProcessingException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot hash a spec: " + e.getMessage(), e);
    }
  }
}
