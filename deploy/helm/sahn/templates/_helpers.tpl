{{- define "sahn.selector" -}}
app.kubernetes.io/name: sahn
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- define "sahn.labels" -}}
app.kubernetes.io/name: sahn
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "sahn.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* The container of a command: servers and the migration differ by it alone. */}}
{{- define "sahn.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  - { name: PORT, value: "8080" }
  {{- if .Values.metrics.enabled }}
  - { name: METRICS_ADDR, value: ":{{ .Values.metrics.port }}" }
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | toString | quote }} }
  {{- end }}
  {{- range .Values.secret.keys }}
  - { name: {{ . }}_FILE, value: /run/secrets/sahn/{{ . }} }
  {{- end }}
resources: {{- toYaml .Values.resources | nindent 2 }}
volumeMounts:
  - { name: secret, mountPath: /run/secrets/sahn, readOnly: true }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "sahn.volumes" -}}
- name: secret
  secret:
    secretName: {{ .Values.secret.name }}
    defaultMode: 0440
- name: tmp
  emptyDir: {}
{{- end }}
