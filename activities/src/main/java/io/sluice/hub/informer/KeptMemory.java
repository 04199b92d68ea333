package io.sluice.hub.informer;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.crd.Kinds;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Bounds how much memory the large objects of one kind take together, where a tenant may write that
 * kind (policy-propagation 16b): one for which there is no room cannot be read.
 *
 * <p>Objects of usual size are never counted: their number is for a quota of the hub to bound.
 */
final class KeptMemory {
  /** Some hundred groups, clusters or names take less. */
  private static final long LARGE = 64 << 10;

  /** What a map's entry, an element of a list, or a text takes at least. */
  private static final long PART = 48;

  private static final Set<String> TENANTS =
      Set.of(
          Kinds.PLACEMENT.getKind(),
          Kinds.PLACEMENT_BINDING.getKind(),
          Kinds.PLACEMENT_DECISION.getKind(),
          Kinds.PLACEMENT_RULE.getKind(),
          Kinds.POLICY_SET.getKind());

  private final long most;
  private final Map<String, Long> large = new HashMap<>();
  private long bytes;

  /**
   * Creates an empty one.
   *
   * @param most what the large objects may take together, in bytes
   */
  KeptMemory(long most) {
    this.most = most;
  }

  /** Returns one for that kind: a thirty-second of the heap, or no limit. */
  static KeptMemory of(String kind) {
    return new KeptMemory(
        TENANTS.contains(kind) ? Runtime.getRuntime().maxMemory() / 32 : Long.MAX_VALUE);
  }

  /**
   * Notes that an object is kept, in place of its former state.
   *
   * @throws IOException if there is no room for it; its former state stays noted
   */
  void keep(String key, GenericKubernetesResource object) throws IOException {
    if (most == Long.MAX_VALUE) {
      return;
    }
    long size = size(object);
    long former = large.getOrDefault(key, 0L);
    if (size <= LARGE) {
      forget(key);
    } else if (bytes - former + size > most) {
      throw new IOException(
          "it takes %d KiB of memory, and all large ones together may take %d"
              .formatted(size >> 10, most >> 10));
    } else {
      large.put(key, size);
      bytes += size - former;
    }
  }

  void forget(String key) {
    Long former = large.remove(key);
    if (former != null) {
      bytes -= former;
    }
  }

  private static long size(GenericKubernetesResource object) {
    return size(object.getAdditionalProperties())
        + size(object.getMetadata().getLabels())
        + size(object.getMetadata().getAnnotations())
        + size(object.getMetadata().getFinalizers())
        + PART * size(object.getMetadata().getOwnerReferences())
        + size(object.getMetadata().getManagedFields());
  }

  /** Trees of the hub have at most a hundred levels. */
  private static long size(Object tree) {
    if (tree instanceof CharSequence text) {
      return PART + text.length();
    }
    if (tree instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .mapToLong(entry -> PART + size(entry.getKey()) + size(entry.getValue()))
          .sum();
    }
    return tree instanceof Collection<?> list
        ? list.stream().mapToLong(element -> PART + size(element)).sum()
        : 0;
  }
}
