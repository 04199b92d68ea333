package io.sluice.policy;

import java.util.Set;

/**
 * Tells how far a new report can be expected of a kind of template when its content changes
 * (rollout-strategy 3.3, the table; policy-propagation 12).
 */
public enum TemplateKind {
  /** ConfigurationPolicy, OperatorPolicy: its controller reports on every new generation. */
  STRICT,
  /** A Gatekeeper constraint: a report comes only when the message differs. */
  CONSTRAINT,
  /** A Gatekeeper ConstraintTemplate: as a constraint, and the policy's action passes it by. */
  CONSTRAINT_TEMPLATE,
  /** CertificatePolicy and every other kind: what it does is not established. */
  OTHER;

  private static final String CONSTRAINTS = "constraints.gatekeeper.sh";
  private static final String CONSTRAINT_TEMPLATES = "templates.gatekeeper.sh";
  private static final Set<String> REPORT_EVERY_GENERATION =
      Set.of("ConfigurationPolicy", "OperatorPolicy");

  static TemplateKind of(String apiVersion, String kind) {
    String group = apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
    return switch (group) {
      case PolicyApi.GROUP -> REPORT_EVERY_GENERATION.contains(kind) ? STRICT : OTHER;
      case CONSTRAINTS -> CONSTRAINT;
      case CONSTRAINT_TEMPLATES -> kind.equals("ConstraintTemplate") ? CONSTRAINT_TEMPLATE : OTHER;
      default -> OTHER;
    };
  }
}
