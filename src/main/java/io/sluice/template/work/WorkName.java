package io.sluice.template.work;

import io.sluice.policy.Hashes;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.ResourceId;
import java.util.List;
import java.util.Locale;

/** Names the Work of a template on a cluster (lazy-activation 2.3). */
public final class WorkName {
  private static final int LONGEST = 253;
  private static final int LONGEST_NAMESPACE = 63;
  private static final int DIGITS = 10;

  private WorkName() {}

  public static String of(ResourceId template) {
    String hash =
        Hashes.ofVerbatim(
            List.of(template.group(), template.kind(), template.namespace(), template.name()),
            DIGITS);
    String valid = template.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
    String start = valid.substring(0, Math.min(valid.length(), LONGEST - DIGITS - 1));
    return start.replaceAll("^[^a-z0-9]+|[^a-z0-9]+$", "").replaceAll("[.]([.-])", "$1")
        + "-"
        + hash;
  }

  public static String namespace(String cluster) {
    return KarmadaKeys.EXECUTION_NAMESPACE + cluster;
  }

  /** Returns whether the namespace of that cluster's Works has a valid name. */
  public static boolean addressable(String cluster) {
    return namespace(cluster).length() <= LONGEST_NAMESPACE;
  }
}
