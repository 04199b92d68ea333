package io.sluice.tools.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.VerifiedUser;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.PolicyFinder;
import java.time.Instant;
import java.util.Optional;

/** Reads a policy and its Rollout object from the hub, for the commands about one policy. */
public final class StatusReader {
  private final KubernetesClient client;
  private final HubApi hub;

  public StatusReader(KubernetesClient client) {
    this.client = client;
    this.hub = new HubApi(client);
  }

  /**
   * Returns where a policy stands.
   *
   * @param act begins the message when there is no such policy: {@code "Cannot show policy a/b"}
   * @throws CliFailure when the hub has no such policy
   */
  public StatusView read(PolicyName name, String act) {
    return StatusView.of(policy(name, act), rollout(name), Instant.now());
  }

  /** Returns the policy; {@code act} begins the message when there is none. */
  public GenericKubernetesResource policy(PolicyName name, String act) {
    return new PolicyFinder(client).policy(name, act);
  }

  /** Returns whom the hub takes its user for; empty where it does not say it. */
  public Optional<VerifiedUser> user() {
    return VerifiedUser.of(client);
  }

  /** Returns its Rollout object; empty if there is none. */
  public Optional<GenericKubernetesResource> rollout(PolicyName name) {
    return hub.get(Kinds.ROLLOUT, name.namespace(), name.rolloutName());
  }
}
