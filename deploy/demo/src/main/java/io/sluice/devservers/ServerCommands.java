package io.sluice.devservers;

import static java.util.Map.entry;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Writes the command lines of the servers. */
final class ServerCommands {
  private static final Pattern PLACEHOLDER = Pattern.compile("<(\\w+)>");

  /**
   * A crash of the machine may cost data, a crash of etcd does not: without fsync, writes are
   * faster by half.
   */
  private static final String ETCD =
      """
      --data-dir <etcdData>
      --listen-client-urls http://127.0.0.1:<etcd> --advertise-client-urls http://127.0.0.1:<etcd>
      --listen-peer-urls http://127.0.0.1:<peer> --initial-advertise-peer-urls http://127.0.0.1:<peer>
      --initial-cluster default=http://127.0.0.1:<peer>
      --quota-backend-bytes 8589934592
      --unsafe-no-fsync
      --log-level warn
      """;

  /**
   * The plugin ServiceAccount would wait for service accounts, which are not made here; and there
   * is no service to publish a loopback address for.
   */
  private static final String API_SERVER =
      """
      --etcd-servers http://127.0.0.1:<etcd>
      --cert-dir <certificates>
      --bind-address 127.0.0.1 --secure-port <api>
      --token-auth-file <tokens>
      --authorization-mode RBAC
      --disable-admission-plugins ServiceAccount
      --service-cluster-ip-range 10.0.0.0/24
      --endpoint-reconciler-type none
      --service-account-issuer https://localhost
      --service-account-key-file <verifyingKey>
      --service-account-signing-key-file <signingKey>
      --audit-policy-file <auditPolicy>
      --audit-log-path <auditLog> --audit-log-maxsize 500 --audit-log-maxbackup 2
      """;

  /** Only what removes things. */
  private static final String CONTROLLER_MANAGER =
      """
      --kubeconfig <kubeconfig>
      --controllers garbage-collector-controller,namespace-controller
      --leader-elect=false
      --bind-address 127.0.0.1 --secure-port <controllerManager>
      --cert-dir <controllerManagerData>
      """;

  /**
   * The server has one shard, and by default looks for work 20 times a second: an activity then
   * takes 0.1 s. With 1000, and SQLite's log written ahead, it takes a fifth of that.
   */
  private static final String TEMPORAL =
      """
      server start-dev
      --ip 127.0.0.1 --port <temporal> --http-port <temporalHttp> --metrics-port <temporalMetrics>
      --ui-ip 127.0.0.1 --ui-port <ui>
      --db-filename <temporalData>
      --dynamic-config-value history.transferProcessorMaxPollRPS=1000
      --dynamic-config-value history.timerProcessorMaxPollRPS=1000
      --sqlite-pragma journal_mode=WAL
      --sqlite-pragma synchronous=normal
      --log-level warn
      """;

  private ServerCommands() {}

  static List<String> of(Program program, Path binary, DataFolder folder, Ports ports) {
    String options =
        switch (program) {
          case ETCD -> ETCD;
          case KUBE_APISERVER -> API_SERVER;
          case KUBE_CONTROLLER_MANAGER -> CONTROLLER_MANAGER;
          case TEMPORAL -> TEMPORAL;
          case KUBECTL, HELM, PROMTOOL -> throw program.noServer();
        };
    Map<String, Object> values = values(folder, ports);
    // Split before the values are put in: the name of a folder may hold blanks.
    Stream<String> arguments =
        Arrays.stream(options.strip().split("\\s+"))
            .map(
                option ->
                    PLACEHOLDER
                        .matcher(option)
                        .replaceAll(
                            name ->
                                Matcher.quoteReplacement(values.get(name.group(1)).toString())));
    return Stream.concat(Stream.of(binary.toString()), arguments).toList();
  }

  private static Map<String, Object> values(DataFolder folder, Ports ports) {
    return Map.ofEntries(
        entry("etcd", ports.etcd()),
        entry("peer", ports.etcdPeer()),
        entry("api", ports.api()),
        entry("controllerManager", ports.controllerManager()),
        entry("temporal", ports.temporal()),
        entry("temporalHttp", ports.temporalHttp()),
        entry("temporalMetrics", ports.temporalMetrics()),
        entry("ui", ports.ui()),
        entry("etcdData", folder.etcd()),
        entry("temporalData", folder.temporal()),
        entry("controllerManagerData", folder.controllerManager()),
        entry("certificates", folder.certificates()),
        entry("tokens", folder.tokens()),
        entry("verifyingKey", folder.verifyingKey()),
        entry("signingKey", folder.signingKey()),
        entry("auditPolicy", folder.auditPolicy()),
        entry("auditLog", folder.auditLog()),
        entry("kubeconfig", folder.kubeconfig()));
  }
}
