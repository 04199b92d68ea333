package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.ReplicaTimes;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Holds a policy with what its clusters have, of which an attempt is previewed.
 *
 * @param replicas by cluster
 * @param times what each replica shows of its age, by cluster
 * @param unreachable the clusters that are not Available
 * @param ofFiles whether all of it is from files: no hub is asked for more
 */
public record PreviewedFleet(
    PolicyContext context,
    Map<String, CachedReplica> replicas,
    Map<String, ReplicaTimes> times,
    Set<String> unreachable,
    boolean ofFiles) {
  public PreviewedFleet {
    requireNonNull(context, "context is null");
    replicas = Collections.unmodifiableMap(new TreeMap<>(replicas));
    times = Collections.unmodifiableMap(new TreeMap<>(times));
    requireNonNull(unreachable, "unreachable is null");
  }

  /** Returns the same fleet with these replicas. */
  PreviewedFleet with(Map<String, CachedReplica> others) {
    return new PreviewedFleet(context, others, times, unreachable, ofFiles);
  }
}
