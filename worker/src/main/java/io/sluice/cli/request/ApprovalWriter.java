package io.sluice.cli.request;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.option.CliFailure;
import io.sluice.cli.status.StatusReader;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.BindingName;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.Wording;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Approves a group of one policy or template on the hub: checks whether it can be approved, writes
 * the approval, and reports what follows.
 *
 * <p>Every write carries the resourceVersion it was decided on; after a conflict all is read and
 * decided again.
 */
public final class ApprovalWriter {
  private static final int TRIES = 10;

  private final RolloutSpecWriter specs;
  private final ApprovalSource source;

  /** Approves groups of a policy. */
  public ApprovalWriter(KubernetesClient client, PolicyName name) {
    this(client, new ApprovalSource.OfPolicy(new StatusReader(client), name));
  }

  ApprovalWriter(KubernetesClient client, ApprovalSource source) {
    this.specs = new RolloutSpecWriter(client);
    this.source = requireNonNull(source, "source is null");
  }

  /**
   * Approves; a second approval changes nothing.
   *
   * @param group empty: the ungrouped clusters
   * @return a sentence or two for the person who approved
   * @throws CliFailure when the group cannot be approved
   */
  public String approve(Optional<String> group) {
    String act = "Cannot approve %s of %s".formatted(label(group), source.title());
    String rollout = "";
    for (int i = 0; i < TRIES; i++) {
      ApprovalSource.Found found = source.read(act);
      check(act, group, found);
      GenericKubernetesResource object = found.rollout().orElseThrow();
      rollout = rollout(found);
      Map<String, Object> spec = HubObjects.part(object, "spec");
      Optional<Map<String, Object>> next = ApprovalEditor.with(spec, group);
      if (next.isEmpty()) {
        return "%s of %s is already approved.%s"
            .formatted(Wording.capital(label(group)), source.title(), gate(spec, found));
      }
      if (specs.write(object, next.get())) {
        return "Approved %s of %s.%s".formatted(label(group), source.title(), gate(spec, found));
      }
    }
    throw new CliFailure(
        "%s: Rollout %s changed %d times meanwhile. Try again.".formatted(act, rollout, TRIES));
  }

  private static String rollout(ApprovalSource.Found found) {
    return found.target().namespace() + "/" + found.target().rolloutName();
  }

  private void check(String act, Optional<String> group, ApprovalSource.Found found) {
    Optional<String> type = found.strategy();
    if (type.isEmpty()) {
      throw new CliFailure(
          "%s: it has no rollout strategy and goes to every cluster at once. %s"
              .formatted(act, source.remedy()));
    }
    if (found.rollout().isEmpty()) {
      throw new CliFailure(
          "%s: there is no Rollout %s. A Sluice worker on this hub creates it; try again once ./sluice status shows it."
              .formatted(act, rollout(found)));
    }
    if (!type.get().equalsIgnoreCase("manualPerGroup")) {
      throw new CliFailure(
          "%s: its strategy is %s, which needs no approval. Use manualPerGroup to decide by hand."
              .formatted(act, type.get()));
    }
    List<GroupKey> groups =
        RolloutStatusParser.of(found.rollout().get()).groups().stream()
            .map(RolloutStatus.Group::key)
            .toList();
    if (group.isEmpty() || groups.stream().map(GroupKey::name).anyMatch(group.get()::equals)) {
      return;
    }
    throw new CliFailure(
        groups.isEmpty()
            ? "%s: its groups are not known yet. A Sluice worker on this hub reads them; try again once ./sluice status shows them."
                .formatted(act)
            : "%s: no such group. %s".formatted(act, ApprovalRequest.availableGroups(groups)));
  }

  /** Describes what an approval still waits for (rollout-strategy A4); empty if for nothing. */
  private static String gate(Map<String, Object> spec, ApprovalSource.Found found) {
    Optional<String> wanted = JsonTree.text(spec, "approvalsForVersion");
    if (wanted.isEmpty() || wanted.equals(found.version())) {
      return "";
    }
    if (found.target() instanceof BindingName) {
      return " It does not count while spec.approvalsForVersion is set: a template has no version."
          + " Remove that field.";
    }
    return " It counts once the policy's version is %s, as spec.approvalsForVersion says; it is %s now."
        .formatted(wanted.get(), found.version().orElse("not set"));
  }

  private static String label(Optional<String> group) {
    return group.map(name -> "group " + name).orElse("the ungrouped clusters");
  }
}
