package io.sluice.devservers;

import java.util.List;

/** Writes the command line of kube-apiserver. */
final class ApiServerCommand {
  private ApiServerCommand() {}

  static List<String> of(Binary binary, DataFolder folder, Ports ports) {
    return List.of(
        binary.path().toString(),
        "--etcd-servers",
        "http://127.0.0.1:" + ports.etcd(),
        "--cert-dir",
        folder.certificates().toString(),
        "--bind-address",
        "127.0.0.1",
        "--secure-port",
        Integer.toString(ports.api()),
        "--token-auth-file",
        folder.tokens().toString(),
        "--authorization-mode",
        "RBAC",
        // It would wait for service accounts, which nobody makes here.
        "--disable-admission-plugins",
        "ServiceAccount",
        "--service-cluster-ip-range",
        "10.0.0.0/24",
        // There is no service to publish a loopback address for.
        "--endpoint-reconciler-type",
        "none",
        "--service-account-issuer",
        "https://localhost",
        "--service-account-key-file",
        folder.verifyingKey().toString(),
        "--service-account-signing-key-file",
        folder.signingKey().toString(),
        "--audit-policy-file",
        folder.auditPolicy().toString(),
        "--audit-log-path",
        folder.auditLog().toString(),
        "--audit-log-maxsize",
        "500",
        "--audit-log-maxbackup",
        "2");
  }
}
