package io.sluice.control.rollout;

import io.sluice.hub.beside.EnforcedContent;
import io.sluice.hub.beside.EnforcedContents;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.TemplateRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds what replicas enforced last: the templates of the policy of {@link OverrideHub}. */
public final class EnforcedReplicas implements EnforcedContents {
  private static final List<TemplateRef> TEMPLATES =
      TemplateRef.listOf(
          Map.of(
              "remediationAction",
              "enforce",
              "policy-templates",
              List.of(
                  Map.of(
                      "objectDefinition",
                      Map.of(
                          "apiVersion",
                          "policy.open-cluster-management.io/v1",
                          "kind",
                          "ConfigurationPolicy",
                          "metadata",
                          Map.of("name", "a"),
                          "spec",
                          Map.of())))));

  private final Map<String, EnforcedContent> contents = new HashMap<>();

  /** Has the replica of a cluster enforce that content now. */
  public EnforcedReplicas enforces(String cluster, String hash) {
    Replica replica =
        new Replica(
            OverrideHub.POLICY,
            cluster,
            "1",
            hash,
            Optional.empty(),
            Optional.empty(),
            TEMPLATES,
            List.of());
    String first =
        Optional.ofNullable(contents.get(cluster)).map(EnforcedContent::first).orElse(hash);
    contents.put(cluster, new EnforcedContent(first, replica));
    return this;
  }

  @Override
  public Optional<EnforcedContent> of(PolicyName policy, String cluster) {
    return Optional.ofNullable(contents.get(cluster));
  }

  @Override
  public void forget(PolicyName policy) {
    contents.clear();
  }
}
