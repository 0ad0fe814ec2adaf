# The app as a container: not as root, on a file system that nothing is written to but /tmp.
FROM python:3.11.15-slim@sha256:90744cff8f32887f075c47d747a173ff333e9e98801667af93c357fa9f5e28ff

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 HOME=/tmp MPLCONFIGDIR=/tmp
WORKDIR /app
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY app.py pyproject.toml ./
COPY .streamlit .streamlit
COPY oq_core oq_core
COPY pages pages
COPY sample_data sample_data

USER nobody
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD \
    ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/_stcore/health')"]
CMD ["streamlit", "run", "app.py", "--server.headless=true", "--server.address=0.0.0.0", \
     "--server.port=8501", "--server.fileWatcherType=none"]
