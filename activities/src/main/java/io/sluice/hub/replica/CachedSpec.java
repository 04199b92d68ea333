package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Hashes;
import io.sluice.policy.InformPolicy;
import io.sluice.policy.Nesting;
import io.sluice.policy.ReplicaSpec;
import io.sluice.policy.TemplateRef;
import java.util.List;
import java.util.Map;

/**
 * Holds what is cached of the spec of a replica; the same for all replicas with that spec.
 *
 * @param contentHash hash of the spec
 * @param templates the templates in it
 * @param informs whether it enforces nothing
 */
public record CachedSpec(String contentHash, List<TemplateRef> templates, boolean informs) {
  public CachedSpec {
    requireNonNull(contentHash, "contentHash is null");
    templates = List.copyOf(templates);
  }

  /** Reduces a spec that was rendered, whose hashes are known. */
  static CachedSpec of(ReplicaSpec spec) {
    return new CachedSpec(spec.hash(), spec.templates(), InformPolicy.is(spec.tree()));
  }

  /** Reduces a spec; what is too deep in it makes it differ from all that Sluice renders. */
  public static CachedSpec of(Map<String, Object> spec) {
    Map<String, Object> limited = Nesting.limited(spec);
    return new CachedSpec(
        Hashes.ofTree(limited), TemplateRef.listOf(limited), InformPolicy.is(limited));
  }
}
