package io.sluice.tools.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.PolicyName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PolicyReferenceTest {
  private static final List<PolicyName> THERE =
      List.of(
          new PolicyName("policies", "web-tls"),
          new PolicyName("policies", "policy-audit"),
          new PolicyName("retail", "web-tls"));

  private static String found(String text, String... namespace) {
    return PolicyReference.of(text, List.of(namespace).stream().findFirst(), "policies")
        .in(THERE::contains)
        .toString();
  }

  @Test
  void aPolicyIsNamedByItsOwnNameWithItsNamespaceOrByItsRollout() {
    for (String text :
        List.of(
            "web-tls",
            "policies/web-tls",
            "policy/web-tls",
            "policy-web-tls",
            "policies/policy-web-tls",
            "rollout/policy-web-tls",
            "rollouts/web-tls")) {
      assertThat(found(text)).as(text).isEqualTo("policies/web-tls");
    }
    assertThat(found("retail/web-tls")).isEqualTo("retail/web-tls");
    assertThat(found("policies/web-tls", "retail")).isEqualTo("retail/web-tls");
    assertThat(found("rollout/policy-web-tls", "retail")).isEqualTo("retail/web-tls");
  }

  @Test
  void aPolicyWhoseNameIsLikeThatOfARolloutIsFoundFirst() {
    assertThat(found("policy-audit")).isEqualTo("policies/policy-audit");
    assertThat(found("policy-none")).isEqualTo("policies/policy-none");
  }

  @Test
  void whereOneIsMeantNobodyIsAsked() {
    assertThat(
            PolicyReference.of("web", Optional.empty(), "policies")
                .in(
                    name -> {
                      throw new AssertionError("asked for " + name);
                    }))
        .hasToString("policies/web");
  }

  @Test
  void whatIsNoNameGetsAPlainError() {
    for (String text : List.of("web tls", "", " ", "a/b/c", "Web", "web\n")) {
      assertThatThrownBy(() -> found(text))
          .isInstanceOf(CliFailure.class)
          .hasMessage(
              "Cannot find policy \"%s\": that is no name. Write one such as web-tls or policies/web-tls, of lower-case letters, digits, \"-\" and \".\"."
                  .formatted(text));
    }
    assertThatThrownBy(() -> found("shop/web", "retail"))
        .hasMessage(
            "Cannot find policy shop/web: -n names namespace retail. Leave one of them out.");
  }

  @Test
  void theNearestNameIsOffered() {
    assertThat(NameSuggestions.of("a", "pord", List.of("a/prod", "a/dev")))
        .isEqualTo("Did you mean prod? There are: dev, prod.");
    assertThat(NameSuggestions.of("a", "pord", List.of("a/stage", "a/dev")))
        .isEqualTo("There are: dev, stage.");
    assertThat(NameSuggestions.of("a", "prod", List.of("b/prod", "a/dev")))
        .isEqualTo("One of that name is in b: add -n b.");
  }
}
