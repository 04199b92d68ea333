package io.sluice.cli.request;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.cli.status.StatusReader;
import io.sluice.cli.status.StatusView;
import io.sluice.cli.status.TemplateStatusReader;
import io.sluice.cli.template.TemplateName;
import io.sluice.cli.template.TemplateObjects;
import io.sluice.cli.template.TemplateReader;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import java.util.Optional;

/** Reads what an approval depends on: of a policy, or of a template. */
interface ApprovalSource {
  /** Formats what is approved: {@code policy policies/web}. */
  String title();

  /** Says how it gets a strategy that waits for approvals. */
  String remedy();

  /** Reads it anew. */
  Found read(String act);

  /**
   * Holds what was read.
   *
   * @param strategy its type; empty for what is not staged
   * @param version what {@code approvalsForVersion} is compared with; empty if it has none
   */
  record Found(
      RolloutTarget target,
      Optional<String> strategy,
      Optional<GenericKubernetesResource> rollout,
      Optional<String> version) {
    public Found {
      requireNonNull(target, "target is null");
      requireNonNull(strategy, "strategy is null");
      requireNonNull(rollout, "rollout is null");
      requireNonNull(version, "version is null");
    }
  }

  /** Reads a policy. */
  record OfPolicy(StatusReader reader, PolicyName name) implements ApprovalSource {
    @Override
    public String title() {
      return "policy " + name;
    }

    @Override
    public String remedy() {
      return "Give it spec.rolloutStrategy of type manualPerGroup to decide by hand.";
    }

    @Override
    public Found read(String act) {
      GenericKubernetesResource policy = reader.policy(name, act);
      Optional<GenericKubernetesResource> rollout = reader.rollout(name);
      return new Found(
          name,
          StatusView.strategy(policy, rollout),
          rollout,
          Optional.ofNullable(HubObjects.annotations(policy).get(RootPolicy.VERSION)));
    }
  }

  /** Reads a template. */
  record OfTemplate(TemplateReader reader, TemplateName name) implements ApprovalSource {
    OfTemplate(KubernetesClient client, String own, TemplateName name) {
      this(new TemplateReader(client, own), name);
    }

    @Override
    public String title() {
      return name.toString();
    }

    @Override
    public String remedy() {
      return "Give its policy the annotation sluice.io/rollout-strategy of type manualPerGroup to"
          + " decide by hand.";
    }

    @Override
    public Found read(String act) {
      TemplateObjects objects = reader.read(name, act);
      return new Found(
          objects.name(),
          TemplateStatusReader.strategy(objects),
          objects.context().rollout(),
          Optional.empty());
    }
  }
}
