package io.sluice.hub.informer;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.RootShell;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.replica.ReplicaShell;
import io.sluice.policy.PolicyName;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Bounds how much memory the large objects of one kind take together, where a tenant may write that
 * kind (policy-propagation 16b): one for which there is no room cannot be read.
 *
 * <p>Of a Policy with the name of a replica the templates count, once for all with one content:
 * they are cached of it wherever it is; the content of a root is bounded by {@link
 * io.sluice.hub.replica.RootContents}.
 *
 * <p>Objects of usual size are never counted: their number is for a quota of the hub to bound.
 */
final class KeptMemory {
  /** Some hundred groups, clusters or names take less. */
  private static final long LARGE = 64 << 10;

  /** What a map's entry, an element of a list, or a text takes at least. */
  private static final long PART = 48;

  /** What a template takes, with its name and hash. */
  private static final long TEMPLATE = 250;

  private static final Set<String> TENANTS =
      Set.of(
          Kinds.PLACEMENT.getKind(),
          Kinds.PLACEMENT_BINDING.getKind(),
          Kinds.PLACEMENT_DECISION.getKind(),
          Kinds.PLACEMENT_RULE.getKind(),
          Kinds.POLICY.getKind(),
          Kinds.POLICY_SET.getKind());

  private final long most;

  /**
   * What is counted for each large object, by its key: itself, or a content that replicas share.
   */
  private final Map<String, String> parts = new HashMap<>();

  private final Map<String, Integer> uses = new HashMap<>();
  private final Map<String, Long> sizes = new HashMap<>();
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
    if (size <= LARGE) {
      forget(key);
      return;
    }
    String part = object instanceof ReplicaShell replica ? content(replica) : key;
    String former = parts.get(key);
    boolean shared = !part.equals(former) && uses.containsKey(part);
    long added = shared ? 0 : size;
    long freed = former != null && uses.get(former) == 1 ? sizes.get(former) : 0;
    if (part.equals(former) && sizes.get(part) == size) {
      return;
    }
    if (bytes - freed + added > most) {
      throw new IOException(
          "it takes %d KiB of memory, and all large ones together may take %d"
              .formatted(size >> 10, most >> 10));
    }
    forget(key);
    parts.put(key, part);
    if (uses.merge(part, 1, Integer::sum) == 1) {
      sizes.put(part, size);
      bytes += size;
    }
  }

  /** No key of an object has a colon. */
  private static String content(ReplicaShell replica) {
    return "content:" + replica.known().replica().contentHash();
  }

  void forget(String key) {
    String part = parts.remove(key);
    if (part != null && uses.merge(part, -1, Integer::sum) == 0) {
      uses.remove(part);
      bytes -= sizes.remove(part);
    }
  }

  private static long size(GenericKubernetesResource object) {
    if (object instanceof RootShell root) {
      return PolicyName.ofReplica(root.getMetadata().getName()).isPresent()
          ? TEMPLATE * root.templates()
          : 0;
    }
    if (object instanceof ReplicaShell replica) {
      return TEMPLATE * replica.known().replica().templates().size();
    }
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
