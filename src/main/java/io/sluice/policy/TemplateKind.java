package io.sluice.policy;

import java.util.Set;

/**
 * Classifies kinds of templates by whether a change of content causes a new report
 * (rollout-strategy 3.3, the table; policy-propagation 12).
 */
public enum TemplateKind {
  /** ConfigurationPolicy, OperatorPolicy: the controller reports on every new generation. */
  STRICT,
  /** A Gatekeeper constraint: reported only when the message differs. */
  CONSTRAINT,
  /** A Gatekeeper ConstraintTemplate: as a constraint, and the policy's action does not apply. */
  CONSTRAINT_TEMPLATE,
  /** CertificatePolicy and every other kind: its reports are not specified. */
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
