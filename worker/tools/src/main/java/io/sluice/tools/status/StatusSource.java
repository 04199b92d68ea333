package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.tools.template.TemplateName;
import java.time.Instant;
import java.util.Optional;

/** Reads where one policy or template stands, anew at every call. */
public interface StatusSource {
  /** Reads it. */
  Found read();

  /**
   * Holds what was read at one moment.
   *
   * @param rollout the Rollout object; empty while there is none
   */
  record Found(StatusView view, Optional<GenericKubernetesResource> rollout) {
    public Found {
      requireNonNull(view, "view is null");
      requireNonNull(rollout, "rollout is null");
    }
  }

  /**
   * Reads a policy.
   *
   * @param act begins the message when there is none: {@code "show"}
   */
  static StatusSource of(KubernetesClient client, PolicyName name, String act) {
    StatusReader reader = new StatusReader(client);
    return () -> {
      GenericKubernetesResource policy =
          reader.policy(name, "Cannot %s policy %s".formatted(act, name));
      Optional<GenericKubernetesResource> rollout = reader.rollout(name);
      return new Found(StatusView.of(policy, rollout, Instant.now()), rollout);
    };
  }

  /**
   * Reads a template.
   *
   * @param own the namespace of Sluice
   */
  static StatusSource of(KubernetesClient client, TemplateName name, String own, String act) {
    TemplateStatusReader reader = new TemplateStatusReader(client, own);
    return () -> reader.found(name, "Cannot %s %s".formatted(act, name), Instant.now());
  }
}
