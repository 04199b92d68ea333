package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * @param informs whether what it carries now enforces nothing (rollout-strategy 3.8)
 */
public record Replica(
    PolicyName policy,
    String cluster,
    String resourceVersion,
    String contentHash,
    Optional<Dispatch> dispatch,
    Optional<Compliance> compliant,
    List<TemplateRef> templates,
    List<TemplateReport> details,
    boolean informs) {
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

  /** A replica that enforces something. */
  public Replica(
      PolicyName policy,
      String cluster,
      String resourceVersion,
      String contentHash,
      Optional<Dispatch> dispatch,
      Optional<Compliance> compliant,
      List<TemplateRef> templates,
      List<TemplateReport> details) {
    this(
        policy,
        cluster,
        resourceVersion,
        contentHash,
        dispatch,
        compliant,
        templates,
        details,
        false);
  }

  /**
   * The dispatch that gave the replica what it carries; absent also when others wrote it since, for
   * then what it remembers is of other content (rollout-strategy E5).
   */
  public Optional<Dispatch> ownDispatch() {
    return dispatch.filter(given -> given.gave(contentHash));
  }

  /** The report on each template, in the order of the templates. */
  public List<Optional<TemplateReport>> reports() {
    Map<String, Integer> met = new HashMap<>();
    return templates.stream()
        .map(TemplateRef::name)
        .map(name -> report(name, met.merge(name, 1, Integer::sum) - 1))
        .toList();
  }

  /** Details follow the templates, so of two with one name each has its own. */
  private Optional<TemplateReport> report(String name, int occurrence) {
    return details.stream()
        .filter(report -> !name.isEmpty() && report.template().equals(name))
        .skip(occurrence)
        .findFirst();
  }
}
