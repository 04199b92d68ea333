{{/* The name of all objects. */}}
{{- define "sluice.name" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains "sluice" .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-sluice" (.Release.Name | trunc 33 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{/* The name of objects that belong to no namespace. */}}
{{- define "sluice.clusterName" -}}
{{- $name := include "sluice.name" . -}}
{{- if or (eq .Release.Namespace "sluice-system") (eq .Release.Namespace $name) -}}
{{- $name -}}
{{- else -}}
{{- printf "%s-%s" $name (.Release.Namespace | trunc 40 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{/* What Services and Deployments find the pods by. */}}
{{- define "sluice.selector" -}}
app.kubernetes.io/name: sluice
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sluice.labels" -}}
{{ include "sluice.selector" . }}
app.kubernetes.io/part-of: sluice
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "sluice.worker" -}}
app.kubernetes.io/component: worker
{{- end -}}

{{- define "sluice.devServer" -}}
app.kubernetes.io/component: temporal-dev-server
{{- end -}}

{{- define "sluice.serviceAccount" -}}
{{- if .Values.serviceAccount.name -}}
{{- .Values.serviceAccount.name -}}
{{- else if .Values.serviceAccount.create -}}
{{- include "sluice.name" . -}}
{{- else -}}
{{- fail "Cannot name the ServiceAccount: serviceAccount.create is false and serviceAccount.name is empty. Set one of them." -}}
{{- end -}}
{{- end -}}

{{/* Host and port of Temporal's frontend. */}}
{{- define "sluice.temporal" -}}
{{- if .Values.temporal.devServer.enabled -}}
  {{- if .Values.temporal.address -}}
    {{- fail "Cannot choose a Temporal server: temporal.address and temporal.devServer.enabled are both set. Unset one of them." -}}
  {{- end -}}
{{- printf "%s-temporal.%s.svc:7233" (include "sluice.name" .) .Release.Namespace -}}
{{- else -}}
{{- required "Cannot run without Temporal: temporal.address is empty. Set it to HOST:PORT, or, to try Sluice, temporal.devServer.enabled to true." .Values.temporal.address -}}
{{- end -}}
{{- end -}}

{{- define "sluice.temporalPort" -}}
{{- regexFind "[0-9]+$" (include "sluice.temporal" .) -}}
{{- end -}}

{{/* Binds a role of this release to the ServiceAccount. */}}
{{- define "sluice.subjects" -}}
- kind: ServiceAccount
  name: {{ include "sluice.serviceAccount" . }}
  namespace: {{ .Release.Namespace }}
{{- end -}}

{{/* The image of the process. */}}
{{- define "sluice.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}
