package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What is kept of a replica beside the watch: enough to judge it, without its templates' text.
 *
 * @param policy the root policy
 * @param cluster the managed cluster, which is also the namespace
 * @param contentHash hash of the spec that the replica carries now
 * @param dispatch what it was given; absent on replicas of unstaged policies, or when unreadable
 * @param compliant the policy-level verdict, which may be left over from former content
 * @param templates the templates in its spec
 * @param details what its spoke reported of each
 */
public record Replica(
    PolicyName policy,
    String cluster,
    String resourceVersion,
    String contentHash,
    Optional<Dispatch> dispatch,
    Optional<Compliance> compliant,
    List<TemplateRef> templates,
    List<TemplateReport> details) {
  public Replica {
    requireNonNull(policy, "policy is null");
    requireNonNull(cluster, "cluster is null");
    requireNonNull(resourceVersion, "resourceVersion is null");
    requireNonNull(contentHash, "contentHash is null");
    requireNonNull(dispatch, "dispatch is null");
    requireNonNull(compliant, "compliant is null");
    templates = List.copyOf(templates);
    details = List.copyOf(details);
  }

  Optional<TemplateReport> reportOf(TemplateRef template) {
    return details.stream().filter(report -> report.template().equals(template.name())).findFirst();
  }
}
