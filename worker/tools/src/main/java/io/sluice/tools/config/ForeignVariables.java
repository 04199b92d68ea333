package io.sluice.tools.config;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Recognizes variables that are no settings, though their names begin like those of settings: for
 * programs around Sluice, and those that Kubernetes gives a pod for each Service whose name begins
 * with sluice.
 */
final class ForeignVariables {
  private static final Set<String> OTHERS =
      Set.of(
          ConfigOption.VARIABLE,
          "SLUICE_JAVA_OPTS",
          "SLUICE_DEVSERVERS_BIN",
          "SLUICE_TEMPORAL_UI",
          "SLUICE_WORKER_KUBECONFIG",
          "SLUICE_AUDIT_LOG");

  private static final Pattern SERVICE =
      Pattern.compile(
          "SLUICE_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_\\w+)=.*|SLUICE_(\\w+_)?PORT=\\w+://.*",
          Pattern.DOTALL);

  private ForeignVariables() {}

  static boolean contain(String name, String value) {
    return OTHERS.contains(name) || SERVICE.matcher(name + "=" + value).matches();
  }
}
